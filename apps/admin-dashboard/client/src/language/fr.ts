import account from '../account/strings.fr.json';
import accuracy from '../accuracy/strings.fr.json';
import audit from '../audit/strings.fr.json';
import corrections from '../corrections/strings.fr.json';
import coverage from '../coverage/strings.fr.json';
import directory from '../directory/strings.fr.json';
import health from '../health/strings.fr.json';
import imports from '../imports/strings.fr.json';
import keys from '../keys/strings.fr.json';
import map from '../map/strings.fr.json';
import mending from '../mending/strings.fr.json';
import overview from '../overview/strings.fr.json';
import people from '../people/strings.fr.json';
import records from '../records/strings.fr.json';
import requests from '../requests/strings.fr.json';
import reviews from '../reviews/strings.fr.json';
import runs from '../runs/strings.fr.json';
import signIn from '../sign-in/strings.fr.json';
import usage from '../usage/strings.fr.json';
import common from '../strings.fr.json';
import type { Texts } from './en.js';

/** The French texts, as in Canada. */
export const TEXTS: Texts = {
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
