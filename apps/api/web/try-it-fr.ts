import { search } from '../src/texts/fr/search.js';
import { tryIt } from './parts/try-it.js';

tryIt(search);
