// Times as people read them.

// "4:05", or "1:02:03" from an hour on; negative times are overdrawn.
export function clockText(ms: number): string {
  const sign = ms < 0 ? "−" : "";
  const seconds = ms < 0 ? Math.ceil(-ms / 1000) : Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return sign + (h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`);
}
