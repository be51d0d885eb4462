// What has just happened, for screen readers and for the ear.
import { settings } from "./settings.svelte.js";

let text = $state("");

export const spoken = {
  get text(): string {
    return text;
  },
};

// What is said again differs by a space that is not read out, since only changes are announced.
export function announce(what: string): void {
  text = text === what ? `${what}\u00a0` : what;
}

let audio: AudioContext | undefined;

// A short, quiet tone.
export function sound(pitch: number): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const now = audio.currentTime;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.2);
}
