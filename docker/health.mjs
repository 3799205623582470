// node docker/health.mjs URL
// Ends with 0 when the address answers with a success within three seconds: the check of a container's health, which
// needs no other program in the image.
const PATIENCE_MS = 3000;

try {
  const { ok, status } = await fetch(process.argv[2], { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!ok) throw new Error(`The answer is ${status}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
