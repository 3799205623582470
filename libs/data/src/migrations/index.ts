export { Directory1795132800000 } from './1795132800000-directory.js';
export { KeyUsage1795140000000 } from './1795140000000-key-usage.js';
export { Synchronization1795145000000 } from './1795145000000-synchronization.js';
export { OAuth1795160000000 } from './1795160000000-oauth.js';
export { Administration1795170000000 } from './1795170000000-administration.js';
export { Purchases1795180000000 } from './1795180000000-purchases.js';
export { DirectoryOrder1795200000000 } from './1795200000000-directory-order.js';
export { DropDirectoryOrder1795210000000 } from './1795210000000-drop-directory-order.js';
