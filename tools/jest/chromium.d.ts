import { type Browser } from 'playwright-core';
/** Starts the Chromium of this machine, without a window. */
export declare function startChromium(): Promise<Browser>;
//# sourceMappingURL=chromium.d.ts.map
