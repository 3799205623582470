// Words of sentences that are names of people as well, in English and French, as plain words.

/** Written in lower case, these are a name only where the words around them say so. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `able ace ail apple april august autumn back baker banks bar barber bass beach bean bear beck bell berry best bill bird black blue bond
  bone bones book booth bowl bowler boy brand brave bridge bright brook brooks brown bull bush butcher butler cake camp cane car carpenter
  carter case cash castle chance chase church clay clean clear cliff close cloud coach cold cole cook cool corn cotton court crane cross cruise
  curry dark dawn day dean deep diamond dollar double drake draper dream driver drew early east easy english faith farmer field finch
  fish fisher flood flower flowers flynn ford forest foster fox frank free french friend frost fuller gardener garden gates gay gold good
  grace grand grant grass gray great green greens grey groom hall ham hand hands hard hardy harper hart hat hawk hay head heart heath
  heavy high hill hills holly home hood hook hope horn house hunt hunter iris ivory ivy jade jay joy judge june just keen key keys kind king
  knight lake lamb land lane large last law leaf lee light lily little lock long lord love low lucky major mark market marsh mason mass may mays
  mercy miles miller mint moon more moss mountain nail new newman noble north norm nurse oak old olive page pain park parks patience paul
  peace pearl penny pepper pike pine pitt pitts plain pole pond poor pope porter potter power powers price pride prince quick rain rains
  ray red reed reeves rice rich ring rivers road robin rock roman root rose round ruby rush sage sharp shepherd ship shoe short silver singer
  skin sky slow small smart smith snow song south spring stark star steel stern stone storm street strong summer summers sunny sweet swift
  tall tailor taylor teller temple terry thin tiny topper tower town true tucker turner valley van violet wade walk walker walkers wall
  walls ward warm water waters way weaver webb weeks wells west wheeler white wild will win winter wise wolf wood woods worth yellow young
  younger youngest
  ame ange aube beau beaux belle belles beaulieu bas basse beaucoup blanc blanche bleu bois bon bonne bouche bras brun brune chat chaud
  chevalier cher coeur cote cou coude cour court courte dent des dos doigt dur dure epaule faible fier fin fontaine fort forte froid
  front gauche genou genoux grand grande grands gras gris gros grosse haut haute hanche jambe jaune jeune jeunes joli jolie joue juste
  langue large lebrun leger leblanc legrand lent lente lepage leger levert lion long longue loup maigre main mains maison marchand marche
  mauvais mince mineur mois moulin neuf neuve nez noir noire nord noel oeil oreille os ouest pain paix peau petit petite petits picard pied
  pieds pierre poitrine pont port premier premiere propre riche rond rose rouge roux roy sage sang sec simple sourd sud tard tete ventre
  vert verte vieille vieux vif ville vrai yeux
  arm arms ankle ankles belly brain breast cheek chest chin ear ears elbow eye eyes face finger fingers foot feet hip hips jaw joint joints
  knee knees leg legs lip lips liver lung lungs mouth muscle neck nerve nose rib ribs shoulder shoulders spine stomach throat thumb toe toes
  tongue tooth vein waist wrist wrists`.split(/\s+/),
);
