/** Tells the person at the terminal, with the time since the start. */
export type Say = (line: string) => void;

/** Says lines with the minutes and seconds since now. */
export function clocked(write: (line: string) => void, now: () => number): Say {
  const begun = now();
  return (line) => {
    const seconds = Math.floor((now() - begun) / 1000);
    write(
      `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}  ${line}`,
    );
  };
}
