import { parentPort, workerData } from 'node:worker_threads';
import { type OpenLoopPlan, sendWhenDue } from './open-loop.js';

// A thread of its own: nothing else delays it. It keeps its compiled code from run to run.
const requests = workerData as readonly string[];
parentPort!.on('message', (plan: Omit<OpenLoopPlan, 'requests'>) => {
  void sendWhenDue({ ...plan, requests })
    .catch((fault: unknown) => fault)
    .then((result) => parentPort!.postMessage(result));
});
