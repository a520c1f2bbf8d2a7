// A short click for a move, made by the browser itself. Off until the visitor turns it on.

import { remember, remembered } from "./storage";

class Sound {
  on = $state(remembered("sound") === "on");
  private context: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    remember("sound", this.on ? "on" : "off");
    this.move();
  }

  /** A disc is put down. */
  move(): void {
    this.click(520, 0.05);
  }

  /** The game is over. */
  end(): void {
    this.click(392, 0.18);
    this.click(523, 0.3, 0.14);
  }

  private click(frequency: number, seconds: number, after = 0): void {
    if (!this.on) return;
    this.context ??= new AudioContext();
    const { context } = this;
    const start = context.currentTime + after;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(frequency, start);
    tone.frequency.exponentialRampToValueAtTime(frequency / 2, start + seconds);
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}

export const sound = new Sound();
