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

const { pages } = TEXTS.common;

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

/**
 * The pages in the order of the navigation, which leaves out those that need another role. Each is loaded when it is
 * first shown, and receives its title.
 */
export const PAGES = [
  page('/', pages.overview, IconLayoutDashboard, () => import('./overview/overview-page.js')),
  page('/keys', pages.keys, IconKey, () => import('./keys/keys-page.js')),
  page('/usage', pages.usage, IconChartBar, () => import('./usage/usage-page.js')),
  page('/requests', pages.requests, IconListSearch, () => import('./requests/requests-page.js')),
  page('/health', pages.health, IconHeartbeat, () => import('./health/health-page.js')),
  page('/directory', pages.directory, IconMap2, () => import('./directory/directory-page.js')),
  page('/coverage', pages.coverage, IconMapPins, () => import('./coverage/coverage-page.js')),
  page('/records', pages.records, IconUserSearch, () => import('./records/records-page.js')),
  page('/corrections', pages.corrections, IconPencilCheck, () => import('./corrections/corrections-page.js')),
  page('/duplicates', pages.duplicates, IconArrowsJoin, () => import('./corrections/duplicates-page.js')),
  page('/accuracy', pages.accuracy, IconPhoneCheck, () => import('./accuracy/accuracy-page.js')),
  page('/runs', pages.runs, IconRefresh, () => import('./runs/runs-page.js')),
  page('/imports', pages.imports, IconFileImport, () => import('./imports/imports-page.js')),
  page('/audit', pages.audit, IconHistory, () => import('./audit/audit-page.js')),
  page('/people', pages.people, IconUsers, () => import('./people/people-page.js'), 'administrator'),
  page('/account', pages.account, IconUser, () => import('./account/account-page.js')),
];
