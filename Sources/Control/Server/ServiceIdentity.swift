import Core

/// What `org.varlink.service.GetInfo` says of the agent.
package struct ServiceIdentity: Equatable, Sendable {
    package var vendor: String
    package var product: String
    package var version: String
    /// Where it is described: on this machine, as systemd's Documentation= names it.
    package var url: String

    package init(
        version: String, url: String = "man:windsockd(8)", vendor: String = "windsock",
        product: String = "windsockd"
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("vendor", vendor)
        json.member("product", product)
        json.member("version", version)
        json.member("url", url)
        json.member("interfaces", [ServiceInterface.name, AgentInterface.name])
    }
}
