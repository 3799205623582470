// Fields that are no medicine, by the beginnings of words such as "ontologist" and "ornithologue".
const BEGINNINGS = `
  acar aer agr agrost alg anthrop arachn archae arche assyri astr axi bi bry cet chron climat conch cosm cosmet crimin
  crypt cyn dem demon dendr deont dialect dramat ec egypt en entom epistem eschat eth ethn etym futur ge gemm glaci
  graph herpet hor hydr ichthy ide irid lepidopter lexic limn lith malac mammal meteor metr mineral mix morph muse music
  myc myrmec myth ne necr nemat neph numer o oen onomast ont organ ornith palaeont paleont palyn papyr ped pen petr phen
  phil phon phren phyc pod pom primat pseph pyr rhe scat seism selen semi sin soci spele techn tele termin thanat the
  top trib typ uf volcan vulcan xen zo zym`
  .trim()
  .split(/\s+/);
const OTHER_FIELD = new RegExp(`^(?:${BEGINNINGS.join('|')})olog(?:y|ist|ists|ue|ues|ie|iste|istes)$`);

/** Returns whether a word, in English or French, names a field that is no medicine: it is no misspelling of another. */
export function isOtherField(word: string): boolean {
  return OTHER_FIELD.test(word);
}
