import type { Random } from './random.js';

// Two halves make an invented place: "Maplecrest", "Fernhollow". Neither half is a name of the area by itself.
const FIRST =
  `Maple Birch Cedar Fern Willow Stone Heron Otter Juniper Larch Aspen Alder Hazel Linden Rowan Sumac Thistle Clover
  Bramble Plover Finch Swallow Robin Kestrel Osprey Lark Wren Amber Silver Copper Granite Slate Pebble Mill Orchard
  Harvest Meadow Spring Summer Autumn Winter Sunny Bright Clear Quiet Gentle Heather Ivy Laurel Myrtle Sage Poplar
  Spruce Tamarack Hickory Beech Foxglove Primrose Bluebell Marigold Bracken Teasel Cardinal Chickadee Beaver Badger
  Sparrow Partridge Pheasant Walnut Chestnut Elder Hemlock Balsam Sorrel Barley Wheat Clay Flint Ember`.split(
    /\s+/,
  );
const SECOND =
  `crest brook hollow field ridge mead vale gate haven mount lea dale ford point view grove side croft well bank stead
  bourne combe heath wick hurst landing glade fall marsh rise run shade thorpe`.split(/\s+/);
const STREET = [
  'Road',
  'Street',
  'Avenue',
  'Drive',
  'Boulevard',
  'Crescent',
  'Court',
  'Way',
  'Lane',
  'Circle',
];
const FRENCH = [
  'des Érables',
  'du Ruisseau',
  "de l'Orme",
  'des Pins',
  'de la Rivière',
  'du Vieux-Moulin',
  'des Lilas',
  'du Verger',
  'de la Colline',
  'des Hirondelles',
  'du Grand-Chêne',
  'de la Fontaine',
  'des Bouleaux',
  'du Belvédère',
  "de l'Étang",
  'des Cèdres',
  'de la Clairière',
  'du Tilleul',
  'des Saules',
  'du Moulin-Vert',
  'de la Source',
  'des Peupliers',
  'du Petit-Pont',
  'de la Prairie',
  'des Marronniers',
  'du Sentier',
  "de l'Aubépine",
  'des Noisetiers',
  'du Colibri',
  'de la Roseraie',
  'des Sorbiers',
  "de l'Écluse",
  'du Grand-Pré',
  'de la Pommeraie',
  'des Quatre-Vents',
  'du Héron-Bleu',
];

/** An invented place, e.g. "Maplecrest". */
export function placeName(random: Random): string {
  const first = random.pick(FIRST);
  const second = random.pick(SECOND);
  // "Bluebelllea" and "Brackennook" read like a slip of the pen.
  return first.endsWith(second[0]!) ? placeName(random) : first + second;
}

/** An invented French place with its article, e.g. "des Érables". */
export function frenchPlaceName(random: Random): string {
  return random.pick(FRENCH);
}

/** An invented street, e.g. "Maplecrest Road". */
export function streetName(random: Random): string {
  return `${placeName(random)} ${random.pick(STREET)}`;
}
