import { join } from 'node:path';
import { PROJECT } from '../../project.js';
import { ServiceProcess } from '../../start/service-process.js';

/** Returns the seconds from the start of the built product until the API answers. */
export async function startTime(directory: string, port: number): Promise<number> {
  const begun = performance.now();
  const product = new ServiceProcess({
    name: 'The product',
    args: [join(PROJECT, 'tools/dist/start/start.js')],
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: directory, PORT: String(port) },
    health: `http://127.0.0.1:${port}/api/v1/`,
    quiet: true,
  });
  try {
    await product.ready;
    return (performance.now() - begun) / 1000;
  } finally {
    await product.stop();
  }
}
