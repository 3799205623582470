import { type Browser, type Page } from 'playwright-core';
/** Starts this machine's Chromium without a window. */
export declare function startChromium(): Promise<Browser>;
/** Returns the violations of accessibility that axe finds on a page, by all of its rules or by those named. */
export declare function barriersOf(page: Page, ...rules: string[]): Promise<string[]>;
//# sourceMappingURL=chromium.d.ts.map
