declare global {
  /** How large the longest scenarios are; jest.config.mjs reads it from the environment. */
  var SCALE: {
    readonly slowClients: number;
    readonly loadSeconds: number;
  };
}

export const { slowClients, loadSeconds } = globalThis.SCALE;
