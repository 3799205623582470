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
  page('/', 'Overview', IconLayoutDashboard, () => import('./overview/overview-page.js')),
  page('/keys', 'API keys', IconKey, () => import('./keys/keys-page.js')),
  page('/usage', 'Usage', IconChartBar, () => import('./usage/usage-page.js')),
  page('/requests', 'Requests', IconListSearch, () => import('./requests/requests-page.js')),
  page('/health', 'Health', IconHeartbeat, () => import('./health/health-page.js')),
  page('/directory', 'Directory', IconMap2, () => import('./directory/directory-page.js')),
  page('/coverage', 'Coverage', IconMapPins, () => import('./coverage/coverage-page.js')),
  page('/records', 'Records', IconUserSearch, () => import('./records/records-page.js')),
  page('/corrections', 'Corrections', IconPencilCheck, () => import('./corrections/corrections-page.js')),
  page('/duplicates', 'Duplicates', IconArrowsJoin, () => import('./corrections/duplicates-page.js')),
  page('/accuracy', 'Accuracy', IconPhoneCheck, () => import('./accuracy/accuracy-page.js')),
  page('/runs', 'Runs', IconRefresh, () => import('./runs/runs-page.js')),
  page('/imports', 'Imports', IconFileImport, () => import('./imports/imports-page.js')),
  page('/audit', 'Audit', IconHistory, () => import('./audit/audit-page.js')),
  page('/people', 'People', IconUsers, () => import('./people/people-page.js'), 'administrator'),
  page('/account', 'Your account', IconUser, () => import('./account/account-page.js')),
];
