// Ends the process as `kill -9` does, before its KILL_AT_STEP-th write to a file or folder, or request. With KILL_AT_STEP=told, before
// the write to a socket whose number its parent tells it as `killAtStep`, or that of a thread that begins later.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

let left = Number(process.env['KILL_AT_STEP']);

function counted(owner, names) {
  for (const name of names) {
    const work = owner[name];
    owner[name] = function (...given) {
      if (--left === 0) process.kill(process.pid, 'SIGKILL');
      return work.apply(this, given);
    };
  }
}

if (process.env['KILL_AT_STEP'] === 'told' || !isMainThread) {
  counted(net.Socket.prototype, ['write']);
  process.on('message', ({ killAtStep }) => {
    left = killAtStep;
    // Later threads have the environment of this moment.
    process.env['KILL_AT_STEP'] = String(killAtStep);
  });
} else {
  counted(fs.promises, ['mkdir', 'mkdtemp', 'writeFile', 'chmod', 'rename', 'rm']);
  counted(fs, ['createWriteStream']);
  counted(globalThis, ['fetch']);
  syncBuiltinESMExports();
}
