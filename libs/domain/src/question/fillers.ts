// Words that change nothing about who is meant, in English and French, as plain words.

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Words that only join the others, or that every question has. */
export const FILLERS = wordSet(`
  a an the any some i im ive id ill me my myself we were weve us our ours you your youre he hes him his she shes her hers they them
  their theirs it its itself this that thats these those there theres here who whos whom whose which what whats where wheres when
  how and or but also too just only even still yet now then than if because since while though although so as of on in at to
  from by with for into onto about per via up down out over again
  am is are was be been being do does did done has have had having can could will would shall should may might must
  need needs needed want wants wanted looking look call calling search searching find finding found show get getting give list tell know
  see sees seen seeing go going come coming take use uses using work works working make makes let lets try trying help helps
  recommend recommended recommendation recommendations suggest suggestion suggestions prefer prefers preferred preferably
  ideally possible possibly maybe perhaps really very quite actually ok okay yes well
  like likes love please pls plz kindly thank thanks thankyou hi hello hey dear sorry excuse
  doctor doctors dr dre drs doc docs md physician physicians clinic clinics office offices practice practices practise practises
  practising practicing practitioner practitioners specialist specialists provider providers
  person people someone somebody anyone anybody everyone guy man woman lady
  speak speaks speaking spoken speaker speakers fluent fluently talk talks language languages
  hours hour time times schedule open opens opened opening currently available availability moment
  patient patients client clients new accept accepts accepting appointment appointments visit visits visiting book booking
  offer offers offering about all each every both either other others another one ones who same
  close located location locations based station stop area areas region city town neighbourhood neighborhood place places
  downtown local around gta ontario canada on home house live lives living moved move moving newcomer newcomers immigrant
  mom mother moms mothers dad father dads fathers wife husband spouse partner son daughter sons daughters parent parents 
  friend friends family brother sister aunt uncle grandma grandpa grandmother grandfather grandparents 
  old year years month months age aged
  medical medicine health healthcare care hospitalist general provider consultation consult checkup treatment treat treats treating
  sick ill unwell problem problems issue issues condition
  many else more days taken takes taking reach reachable reached directory student students dont work drive living next right corner intersection finish finishes start starts
  near today quickly postal code um umm uh uhm hmm anywhere everywhere
  cpso registration number specialty specialties field waiting accepted
  un une des le la les l du de d ce cet cette ces je j jai jaimerais tu il elle on nous vous ils elles lui leur leurs mon ma mes
  ton ta tes son sa ses notre nos votre vos se y cherche cherchons chercher recherche recherchons trouver trouve trouvez veux veut
  voudrais voudrions voulons aimerais aimerions besoin faut pourrais pourriez peut peux pouvez puis pour avec par et ou dans a au aux en
  est sont suis sommes etre ai as avons avez ont avoir habite habitons demeure vis vivons
  ouvert ouverte ouverts ouvertes ouvre ouvrent pres plus moins tres aussi bien si donc alors mais comme
  qui que quel quelle quels quelles quoi quand comment combien parle parlent parlant parler parlante langue langues
  svp stp sil vous plait merci bonjour bonsoir salut oui
  medecin medecins docteur docteurs docteure docteures praticien praticienne clinique cliniques cabinet cabinets specialiste specialistes
  quelquun personne gens station quartier ville region endroit ici la maintenant prochain prochaine aujourdhui
  mere pere fils fille mari femme epouse conjoint famille parents grand frere soeur ami amie ans an mois age
  patients patientes nouveau nouveaux nouvelle nouvelles accepte acceptent prend prennent prendre recoit recoivent
  consultation soins sante rendez vous malade probleme seulement uniquement
  voir disponible disponibles libre joindre appeler villes endroits lieux specialites dont chez
  y a t il existe existent non euh vais va vont allons partout`);

/** Praise, price and details of a record: no filter, and no reason to list nobody. */
export const NO_FILTER = wordSet(`
  good great best better excellent amazing awesome nice friendly kind caring gentle patient compassionate professional experienced
  qualified certified licensed trusted trustworthy reliable reputable top rated popular famous leading decent favourite favorite
  soon asap urgent urgents urgente urgently cheap cheapest affordable inexpensive free ohip covered fast quick short easy modern clean
  phone telephone fax address email website contact reviews review rating ratings info information details hours
  cher chere chers cheres expensive costly bon bons bonne bonnes meilleur meilleurs meilleure meilleures excellent excellente gentil gentille competent competente
  recommande recommandee abordable gratuit gratuite rapide telephone adresse courriel site avis numero coordonnees`);

/** Words whose misspellings are read: those of the phrases, which are no names. */
export const SPELLED = wordSet(`
  doctor doctors physician physicians clinic clinics patient patients accepting accepts language languages speaks speaking speaker
  appointment available specialist family female evening evenings weekend weekends wheelchair accessible subway station virtual
  tonight tomorrow morning afternoon monday tuesday wednesday thursday friday saturday sunday
  mondays tuesdays wednesdays thursdays fridays saturdays sundays within nearest closest hospital
  medecin medecins famille parle parlant clinique patients nouveaux accepte samedi dimanche lundi mardi mercredi jeudi vendredi`);
