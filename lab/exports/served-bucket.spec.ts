import { describeServedExports } from '../../libs/data/test/served-exports.js';
import { bucketPlace } from './bucket-place.js';

describeServedExports('a bucket', bucketPlace);
