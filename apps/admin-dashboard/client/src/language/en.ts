import account from '../account/strings.en.json';
import accuracy from '../accuracy/strings.en.json';
import audit from '../audit/strings.en.json';
import corrections from '../corrections/strings.en.json';
import coverage from '../coverage/strings.en.json';
import directory from '../directory/strings.en.json';
import health from '../health/strings.en.json';
import imports from '../imports/strings.en.json';
import keys from '../keys/strings.en.json';
import map from '../map/strings.en.json';
import mending from '../mending/strings.en.json';
import overview from '../overview/strings.en.json';
import people from '../people/strings.en.json';
import records from '../records/strings.en.json';
import requests from '../requests/strings.en.json';
import reviews from '../reviews/strings.en.json';
import runs from '../runs/strings.en.json';
import signIn from '../sign-in/strings.en.json';
import usage from '../usage/strings.en.json';
import common from '../strings.en.json';

/** The English texts, each folder by its name; those of several folders are `common`. */
export const TEXTS = {
  account,
  accuracy,
  audit,
  common,
  corrections,
  coverage,
  directory,
  health,
  imports,
  keys,
  map,
  mending,
  overview,
  people,
  records,
  requests,
  reviews,
  runs,
  signIn,
  usage,
};

/** The texts of a language. */
export type Texts = typeof TEXTS;
