// Draws the pictures of the portal in Chromium: `npm run pictures` writes them to assets/site.
import { join } from 'node:path';
import { PAGE_ICON } from '@care-atlas/server/pages';
import { startChromium } from '../../../../tools/jest/chromium.js';

const ASSETS = join(import.meta.dirname, '../../assets');
const FONT = "font-family: 'DejaVu Sans', Verdana, sans-serif;";

const share = `<body style="margin:0;width:1200px;height:630px;background:#0f1513;color:#e6ece9;${FONT}position:relative;overflow:hidden">
  <img src="${PAGE_ICON}" width="110" style="position:absolute;left:84px;top:92px">
  <div style="position:absolute;left:84px;top:230px;font-size:92px;font-weight:700">Care Atlas</div>
  <div style="position:absolute;left:88px;top:362px;font-size:36px;line-height:1.5;color:#a0afa9;width:980px">
    Doctors and clinics in the Greater Toronto Area, as one API: who accepts patients, speaks your language, is open in the
    evening, and how fresh that is.
  </div>
  <div style="position:absolute;left:0;right:0;bottom:0;height:14px;background:#5fd0b5"></div>
</body>`;
const icon = `<body style="margin:0;background:#ffffff"><img src="${PAGE_ICON}" style="width:132px;margin:24px"></body>`;

const chromium = await startChromium();
for (const [name, content, width, height] of [
  ['share', share, 1200, 630],
  ['icon-180', icon, 180, 180],
] as const) {
  const page = await chromium.newPage({ viewport: { width, height } });
  await page.setContent(content);
  await page.screenshot({ path: join(ASSETS, `site/${name}.png`) });
}
await chromium.close();
