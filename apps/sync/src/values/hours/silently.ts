const ignore = () => undefined;

/** Runs code of a library that writes to the console what it throws as well. The code must be synchronous. */
export function silently<Result>(run: () => Result): Result {
  const { error, warn } = console;
  Object.assign(console, { error: ignore, warn: ignore });
  try {
    return run();
  } finally {
    Object.assign(console, { error, warn });
  }
}
