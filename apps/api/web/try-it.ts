import { search } from '../src/texts/en/search.js';
import { tryIt } from './parts/try-it.js';

tryIt(search);
