// Random ids that nobody can guess.

// 128 random bits in hexadecimal, for a request that may be repeated.
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
