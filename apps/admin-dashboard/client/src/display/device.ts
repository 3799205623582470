import { TEXTS } from '../language/texts.js';
import { fill } from './format.js';

const { common } = TEXTS;

/** What the server writes between a browser and its system. */
const ON = ' on ';
const UNKNOWN = 'Unknown browser';

/** Names a device in the language of the page. @param device as the server names it, e.g. "Firefox on Linux" */
export function deviceText(device: string): string {
  const [name = '', system] = device.split(ON);
  const browser = name === UNKNOWN ? common.unknownBrowser : name;
  return system === undefined ? browser : fill(common.device, { browser, system });
}
