// Types of node-saml name this package, whose own types would bring those of browsers into the server.
export {}
