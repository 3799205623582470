import { localPlace } from '../../test/export-places.js';
import { describeServedExports } from '../../test/served-exports.js';

// The lab does the same with a bucket.
describeServedExports('a folder', localPlace);
