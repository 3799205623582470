declare global {
  /** The size of the longest scenarios, which jest.config.mjs reads from the environment. */
  var SCALE: {
    readonly slowClients: number;
    readonly loadSeconds: number;
  };
}

export const { slowClients, loadSeconds } = globalThis.SCALE;
