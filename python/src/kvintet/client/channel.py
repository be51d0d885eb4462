"""Tls, and the settings of a connection, for both clients."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

ADDRESS = "127.0.0.1:50051"
"""Where `kvintet serve` listens if nothing else is said."""
PAGE = 10_000
"""Legal moves in one answer."""
OPTIONS = (
    # A call is tried again by RetryPolicy and by nothing else.
    ("grpc.enable_retries", 0),
    # A connection that failed is tried again before a policy has used up its tries.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1000),
    ("grpc.max_reconnect_backoff_ms", 2000),
    # A report with pictures is longer than the 4 MiB that gRPC allows.
    ("grpc.max_receive_message_length", 64 << 20),
)


@dataclass(frozen=True)
class Tls:
    """The files that a client needs where the service is behind TLS.

    Raises:
      ValueError: for a certificate without its key, or a key without its certificate.
    """

    roots: str | Path
    """Certificates of the authorities to trust, PEM."""
    certificate: str | Path | None = None
    """The client's own certificate, PEM, where the service asks for one."""
    key: str | Path | None = None
    """The key of the client's certificate, PEM."""

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):  # gRPC would end the process
            raise ValueError(
                "tls: wanted both certificate and key or neither, found "
                f"certificate={self.certificate!r} and key={self.key!r}"
            )

    def credentials(self) -> grpc.ChannelCredentials:
        """As gRPC takes them. OSError if a file cannot be read."""
        return grpc.ssl_channel_credentials(
            root_certificates=Path(self.roots).read_bytes(),
            private_key=None if self.key is None else Path(self.key).read_bytes(),
            certificate_chain=(
                None if self.certificate is None else Path(self.certificate).read_bytes()
            ),
        )


def open_channel(library: Any, address: str, tls: Tls | None) -> Any:
    """A connection.

    Args:
      library: grpc or grpc.aio.
      address: "HOST:PORT" or "unix:PATH".
      tls: the files for a service behind TLS; None for an unencrypted connection.
    """
    if tls is None:
        return library.insecure_channel(address, OPTIONS)
    return library.secure_channel(address, tls.credentials(), OPTIONS)


def to_bytes(message: Any) -> bytes:
    """A message as gRPC sends it."""
    return bytes(message.SerializeToString())


def metadata_of(token: str) -> tuple[tuple[str, str], ...] | None:
    """What identifies the caller in each call."""
    return (("authorization", f"Bearer {token}"),) if token else None
