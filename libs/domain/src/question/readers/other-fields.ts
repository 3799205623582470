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
/** Words of other things, English and French, that a letter or two would turn into a field, a language or a place. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  `addition additions americas amerique avancee barbara bloody bohemia brooklyn calculation cancel carried carrier carriers
  carries cartier catalina chile circulating concession concessions conclusion confession courrier
  creation dining divine driving emergence exhibiting francis franchise franchises generalized generally generics harmonie heading healing
  heating herring imagine injection inspection internally interval invocation malaise montagnes parental parisian
  poisson prison refine rental retire sensors shorts shrine singing slavery strains strike sturgeon sturgeons accents africains carlier christine genera livery livrer negro pieds reine villages
  supports sutherland threat valencia`.split(/\s+/),
);

/** Returns whether plain words have one that names something else: it is no misspelling of a name. */
export function namesOtherThing(line: string): boolean {
  return line.split(' ').some((word) => OTHER_WORDS.has(word) || OTHER_FIELD.test(word));
}
