/// The interface every Varlink service has (https://varlink.org/Service).
enum ServiceInterface {
    static let name = "org.varlink.service"

    /// What `GetInterfaceDescription` serves.
    static let description = """
        # Every Varlink service has this interface: it tells what the service is and what it can do.
        interface org.varlink.service

        # What the service is, and the names of its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The text of an interface, such as this one.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, but the service does not do it.
        error MethodNotImplemented (method: string)

        # A parameter is unknown, missing, of the wrong type or out of range; or the message is no call at all.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method answers with a stream only: call it with "more".
        error ExpectedMore ()

        """
}
