# public_client: a generic client that knows only the address of a server.
#
# It learns the services and their messages by server reflection, without generated code.
import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

REFLECTION = "grpc.reflection.v1alpha.ServerReflection"
TIMEOUT = 30


def message_file(name, package, messages):
    """A file descriptor with the messages {name: [(field, number, type, label, type name)]}."""
    file = descriptor_pb2.FileDescriptorProto(name=name, package=package, syntax="proto3")
    for message, fields in messages.items():
        made = file.message_type.add(name=message)
        for field, number, kind, repeated, type_name in fields:
            made.field.add(
                name=field,
                number=number,
                type=kind,
                label=3 if repeated else 1,
                type_name=type_name,
            )
    return file


STRING, BYTES, MESSAGE, ENUM = 9, 12, 11, 14

# The parts of the two standard protocols that are used here.
STANDARD = [
    message_file(
        "reflection.proto",
        "grpc.reflection.v1alpha",
        {
            "ServerReflectionRequest": [
                ("file_containing_symbol", 4, STRING, False, None),
                ("list_services", 7, STRING, False, None),
            ],
            "FileDescriptorResponse": [("file_descriptor_proto", 1, BYTES, True, None)],
            "ServiceResponse": [("name", 1, STRING, False, None)],
            "ListServiceResponse": [
                ("service", 1, MESSAGE, True, ".grpc.reflection.v1alpha.ServiceResponse"),
            ],
            "ServerReflectionResponse": [
                (
                    "file_descriptor_response",
                    4,
                    MESSAGE,
                    False,
                    ".grpc.reflection.v1alpha.FileDescriptorResponse",
                ),
                (
                    "list_services_response",
                    6,
                    MESSAGE,
                    False,
                    ".grpc.reflection.v1alpha.ListServiceResponse",
                ),
            ],
        },
    ),
    message_file(
        "health.proto",
        "grpc.health.v1",
        {
            "HealthCheckRequest": [("service", 1, STRING, False, None)],
            "HealthCheckResponse": [("status", 1, 5, False, None)],
        },
    ),
]
SERVING = 1


class PublicClient:
    """Calls any service of a server by name."""

    def __init__(self, address):
        self.channel = grpc.insecure_channel(address)
        self.pool = descriptor_pool.DescriptorPool()
        for file in STANDARD:
            self.pool.Add(file)
        self.known = set()

    def message(self, name):
        """The class of a message."""
        return message_factory.MessageFactory(self.pool).GetPrototype(
            self.pool.FindMessageTypeByName(name)
        )

    def reflect(self, **question):
        """Sends one request to the reflection service; returns the response."""
        request = self.message(REFLECTION.replace("ServerReflection", "ServerReflectionRequest"))
        response = self.message(REFLECTION.replace("ServerReflection", "ServerReflectionResponse"))
        ask = self.channel.stream_stream(
            f"/{REFLECTION}/ServerReflectionInfo",
            request_serializer=request.SerializeToString,
            response_deserializer=response.FromString,
        )
        return list(ask(iter([request(**question)]), timeout=TIMEOUT))[0]

    def services(self):
        """The names of all services."""
        answer = self.reflect(list_services="*")
        return [service.name for service in answer.list_services_response.service]

    def learn(self, symbol):
        """Fetches the file that defines a symbol, and the files that it imports."""
        answer = self.reflect(file_containing_symbol=symbol)
        files = {}
        for text in answer.file_descriptor_response.file_descriptor_proto:
            file = descriptor_pb2.FileDescriptorProto.FromString(text)
            files[file.name] = file

        def add(name):
            if name in self.known:
                return
            self.known.add(name)
            for imported in files[name].dependency:
                add(imported)
            self.pool.Add(files[name])

        for name in files:
            add(name)

    def call(self, service, method, **fields):
        """Calls a learnt method; messages are given as dictionaries of fields."""
        return self.start(service, method, **fields).result()

    def start(self, service, method, **fields):
        """Calls a method without waiting; returns a future."""
        found = self.pool.FindServiceByName(service).FindMethodByName(method)
        request = self.message(found.input_type.full_name)
        response = self.message(found.output_type.full_name)
        return self.unary(f"/{service}/{method}", request, response).future(
            request(**fields), timeout=TIMEOUT
        )

    def unary(self, path, request, response):
        return self.channel.unary_unary(
            path,
            request_serializer=request.SerializeToString,
            response_deserializer=response.FromString,
        )

    def health(self, service=""):
        """The response of the standard health service."""
        request = self.message("grpc.health.v1.HealthCheckRequest")
        response = self.message("grpc.health.v1.HealthCheckResponse")
        check = self.unary("/grpc.health.v1.Health/Check", request, response)
        return check(request(service=service), timeout=TIMEOUT).status
