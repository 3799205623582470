import {
  type Icon,
  IconArrowsJoin,
  IconChartBar,
  IconFileImport,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconMap2,
  IconMapPins,
  IconMessage2,
  IconPencilCheck,
  IconPhoneCheck,
  IconRefresh,
  IconUser,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import type { Role } from '@care-atlas/domain/access';
import type { ComponentType } from 'react';
import { lazyPage } from './api/connection.js';
import { TEXTS } from './language/texts.js';

export interface PageContentProps {
  readonly title: string;
}
type PageModule = Promise<{ default: ComponentType<PageContentProps> }>;

const page = (
  path: string,
  title: string,
  PageIcon: Icon,
  load: () => PageModule,
  role: Role = 'viewer',
) => ({ path, title, Icon: PageIcon, Content: lazyPage(load), role });

const HOME = page('/', TEXTS.overview.page, IconLayoutDashboard, () => import('./overview/overview-page.js'));

/** The pages below the overview, as the navigation groups them. It leaves out those that need another role. */
const GROUPED: Record<keyof typeof TEXTS.common.shell.groups, readonly (typeof HOME)[]> = {
  directory: [
    page('/records', TEXTS.records.page, IconUserSearch, () => import('./records/records-page.js')),
    page('/directory', TEXTS.directory.page, IconMap2, () => import('./directory/directory-page.js')),
    page('/coverage', TEXTS.coverage.page, IconMapPins, () => import('./coverage/coverage-page.js')),
    page('/accuracy', TEXTS.accuracy.page, IconPhoneCheck, () => import('./accuracy/accuracy-page.js')),
  ],
  corrections: [
    page(
      '/corrections',
      TEXTS.corrections.page,
      IconPencilCheck,
      () => import('./corrections/corrections-page.js'),
    ),
    page(
      '/duplicates',
      TEXTS.corrections.duplicates.page,
      IconArrowsJoin,
      () => import('./corrections/duplicates-page.js'),
    ),
    page('/reviews', TEXTS.reviews.page, IconMessage2, () => import('./reviews/reviews-page.js')),
  ],
  imports: [
    page('/imports', TEXTS.imports.page, IconFileImport, () => import('./imports/imports-page.js')),
    page('/runs', TEXTS.runs.page, IconRefresh, () => import('./runs/runs-page.js')),
  ],
  use: [
    page('/keys', TEXTS.keys.page, IconKey, () => import('./keys/keys-page.js')),
    page('/requests', TEXTS.requests.page, IconListSearch, () => import('./requests/requests-page.js')),
    page('/usage', TEXTS.usage.page, IconChartBar, () => import('./usage/usage-page.js')),
  ],
  administration: [
    page('/health', TEXTS.health.page, IconHeartbeat, () => import('./health/health-page.js')),
    page('/audit', TEXTS.audit.page, IconHistory, () => import('./audit/audit-page.js')),
    page('/people', TEXTS.people.page, IconUsers, () => import('./people/people-page.js'), 'administrator'),
    page('/account', TEXTS.account.page, IconUser, () => import('./account/account-page.js')),
  ],
};

/** The groups of the navigation with their names; the first one has none. */
export const PAGE_GROUPS = [
  { name: '', pages: [HOME] },
  ...Object.entries(GROUPED).map(([group, pages]) => ({
    name: TEXTS.common.shell.groups[group as keyof typeof GROUPED],
    pages,
  })),
];

/** Every page of the navigation. Each is loaded when it is first shown, and receives its title. */
export const PAGES = PAGE_GROUPS.flatMap(({ pages }) => pages);
