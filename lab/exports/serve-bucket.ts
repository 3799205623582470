// Serves an empty bucket until the process that started this one ends or disconnects, and sends it the address.
import { bucketPlace } from './bucket-place.js';

const place = await bucketPlace();
process.on('disconnect', () => void place.remove().then(() => process.exit()));
process.send!(place.url);
