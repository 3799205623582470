// Ends the process as `kill -9` does, before its KILL_AT_STEP-th write to a file or folder, or request.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const last = Number(process.env['KILL_AT_STEP']);
let steps = 0;

function counted(owner, names) {
  for (const name of names) {
    const work = owner[name];
    owner[name] = (...given) => {
      if (++steps === last) process.kill(process.pid, 'SIGKILL');
      return work.apply(owner, given);
    };
  }
}

counted(fs.promises, ['mkdir', 'mkdtemp', 'writeFile', 'chmod', 'rename', 'rm']);
counted(fs, ['createWriteStream']);
counted(globalThis, ['fetch']);
syncBuiltinESMExports();
