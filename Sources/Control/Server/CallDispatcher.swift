import Core
import EventLoop

/// Brings calls to the agent and to the two interfaces about the service itself.
@LoopActor
final class CallDispatcher {
    private let service: any AgentService
    private let identity: ServiceIdentity
    private let authority: ControlAuthority

    init(service: any AgentService, identity: ServiceIdentity, authority: ControlAuthority) {
        self.service = service
        self.identity = identity
        self.authority = authority
    }

    /// Does what the call asks for, as far as `mayChange` allows.
    func perform(_ call: ControlCall, mayChange: Bool) async -> CallOutcome {
        switch call.interface {
        case ServiceInterface.name: return describe(call)
        case AgentInterface.name: break
        default: return .fault(.interfaceNotFound(call.interface))
        }
        guard let method = AgentMethod(rawValue: call.member) else {
            return .fault(.methodNotFound(call.fullName))
        }
        guard mayChange || !method.changes else { return .refusal(.notPermitted(need: authority.need)) }
        guard call.more || method != .monitor else { return .fault(.expectedMore) }
        let agentCall: AgentCall
        do throws(ShapeError) {
            agentCall = try AgentCall(method, call.parameters)
        } catch {
            return .fault(.invalidParameter(error.member))
        }
        do throws(ControlError) {
            return try await perform(agentCall, mayChange: mayChange)
        } catch {
            return .refusal(error)
        }
    }

    private func perform(_ call: AgentCall, mayChange: Bool) async throws(ControlError) -> CallOutcome {
        switch call {
        case .getStatus: return .reply(try await service.status().writeMembers)
        case .listPlaces(let after, let limit):
            return .reply(try await service.places(after: after, limit: limit).writeMembers)
        case .monitor: return .monitor(try await service.monitor())
        case .diagnose(let fresh):
            guard mayChange || fresh != true else { throw .notPermitted(need: authority.need) }
            return .reply("lines", try await service.diagnose(withNewProbes: fresh ?? mayChange))
        case .addPlace(let request): return .reply("place", try await service.addPlace(request))
        case .addPlaces(let requests): return .reply("places", try await service.addPlaces(requests))
        case .removePlace(let name): return .reply("place", try await service.removePlace(name))
        case .removePlaces(let names): return .reply("places", try await service.removePlaces(names))
        case .pausePlaces(let names, let isPaused):
            return .reply("places", try await service.setPaused(isPaused, names))
        case .updatePlace(let name, let newName, let isPaused):
            return .reply(
                "place", try await service.updatePlace(name, newName: newName, isPaused: isPaused))
        case .pickPlace(let name, let number):
            return .reply("place", try await service.pickPlace(name, number: number))
        case .searchPlaces(let query): return .reply("candidates", try await service.searchPlaces(query))
        case .sync(let names): return .sync(try await service.sync(names))
        case .setKey(let key): return .reply("key", try await service.setKey(key))
        case .clearKey: return .reply("key", try await service.clearKey())
        case .probe: return .reply("reachability", try await service.probe())
        case .force(let state): return .reply("reachability", try await service.force(state))
        case .reload:
            try await service.reload()
            return .reply { _ in }
        }
    }

    /// The interface every service has.
    private func describe(_ call: ControlCall) -> CallOutcome {
        switch call.member {
        case "GetInfo": return .reply(identity.writeMembers)
        case "GetInterfaceDescription":
            guard let name = try? call.parameters.string("interface") else {
                return .fault(.invalidParameter("interface"))
            }
            let text: String
            switch name {
            case ServiceInterface.name: text = ServiceInterface.description
            case AgentInterface.name: text = AgentInterface.description
            default: return .fault(.interfaceNotFound(name))
            }
            return .reply { json in json.member("description", text) }
        default: return .fault(.methodNotFound(call.fullName))
        }
    }
}
