import Core

/// Replies as they go out.
enum ControlReplyText {
    static func reply(continues: Bool, _ parameters: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("parameters", object: parameters)
            if continues { json.member("continues", true) }
        }
        return json.bytes
    }

    static func refusal(_ error: ControlError) -> [UInt8] {
        text(AgentInterface.name, error.wireName, error.writeParameters)
    }

    static func fault(_ fault: ProtocolFault) -> [UInt8] {
        text(ServiceInterface.name, fault.wireName, fault.writeParameters)
    }

    private static func text(
        _ interface: String, _ name: String, _ parameters: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("error", interface + "." + name)
            json.member("parameters", object: parameters)
        }
        return json.bytes
    }
}
