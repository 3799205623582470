// Preloaded into a service, so that a test can step its clock while it runs. As with a machine's clock, durations
// (performance.now, timers) are not affected.
const RealDate = Date;
let offset = 0;

const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
  apply: () => new Date().toString(),
  get: (target, property) => (property === 'now' ? now : (Reflect.get(target, property) as unknown)),
});

process.on('message', (message: { clockOffset?: number }) => {
  if (message.clockOffset === undefined) return;
  offset = message.clockOffset;
  process.send!({ clockOffset: offset });
});
// The channel must not keep the process alive.
process.channel?.unref();
