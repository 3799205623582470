import { html } from '@care-atlas/server/pages/html';
import type { PageTexts } from '../en/pages.js';

export const pages: PageTexts = {
  connect: {
    title: 'Connecter votre assistant',
    description:
      'Comment connecter un assistant d’IA à Care Atlas, le répertoire des médecins et des cliniques.',
    lead: 'Cette adresse est destinée aux assistants d’IA, pas aux navigateurs. Ajoutez-la au vôtre, et interrogez-le sur les médecins et les cliniques du Grand Toronto.',
    add: 'Dans votre assistant, ajoutez un connecteur personnalisé (aussi appelé serveur MCP) à cette adresse :',
    signIn:
      'Votre assistant ouvre une page de Care Atlas. Collez-y votre clé, ou connectez-vous avec la clé d’essai gratuite.',
    ask: 'Demandez, par exemple : « Trouve-moi un médecin de famille près de Kipling qui parle tamoul et accepte de nouveaux patients », « Quelles cliniques sans rendez-vous sont ouvertes maintenant? » ou « Combien de pédiatres de Scarborough n’acceptent pas de patients? »',
    command: 'Pour Claude Code, exécutez cette commande au lieu de l’étape 1 :',
    guide: 'Instructions pour chaque assistant (en anglais)',
    buy: 'Obtenir une clé',
  },
  login: {
    title: (name) => `Connecter ${name}`,
    problemTitle: 'Problème avec la clé',
    heading: (name) => html`Connecter « ${name} » à Care Atlas?`,
    lead: (name) =>
      html`<strong>${name}</strong> demande à chercher en votre nom dans le répertoire des médecins et des cliniques.`,
    unnamed: 'Un programme sans nom',
    returns: 'Vous renvoie à',
    described: 'Décrit à',
    can: 'Peut',
    access:
      'lire les médecins, les cliniques et les avis, dans les limites de la clé que vous choisissez. Rien d’autre : il ne voit jamais la clé et ne peut pas la remplacer.',
    lasts: 'Durée de l’accès',
    duration: (days, unused) =>
      `au plus ${days} jours, ou ${unused} jours sans utilisation. Remplacer ou révoquer la clé met fin à l’accès immédiatement.`,
    ownKey: 'Avec votre propre clé',
    key: 'Clé d’API',
    hint: (beginning, link) =>
      html`Commence par ${beginning}. Elle sert seulement sur cette page et n’est pas transmise. ${link}`,
    buy: 'Obtenir une clé',
    newTab: ' (s’ouvre dans un nouvel onglet)',
    show: 'Montrer la clé',
    connect: 'Connecter avec cette clé',
    noKey: 'Sans clé',
    sandbox: (rate, page) =>
      `Essayez gratuitement : ${rate} demandes par minute et au plus ${page} résultats par page, du même répertoire.`,
    connectSandbox: 'Connecter avec la clé d’essai',
    cancel: 'Annuler',
    app: (scheme) => html`l’application qui ouvre les adresses ${scheme}`,
    computer: (host) => html`${host} sur cet ordinateur`,
    nameFrom: (host) => html`Care Atlas ne vérifie pas ce nom : il vient de ${host}.`,
    nameOwn: 'Care Atlas ne peut pas vérifier ce nom : le programme se l’est donné lui-même.',
    theApp: 'l’application',
    toComputer: html`Un programme de <strong>cet ordinateur</strong> reçoit l’accès. Continuez seulement si vous venez de
      demander la connexion dans un programme d’ici.`,
    toOther: (known) =>
      html`Mais l’accès va à ${known}. Les deux peuvent appartenir à des personnes différentes. Continuez seulement si
        c’est vous qui avez commencé et si vous connaissez les deux.`,
    toKnown: (known) =>
      html`Continuez seulement si c’est vous qui avez commencé et si vous connaissez ${known}.`,
  },
  problems: {
    empty: 'Collez votre clé, ou connectez avec la clé d’essai.',
    closed: 'La clé d’essai n’est pas disponible. Utilisez votre propre clé.',
    mistyped: 'Cette clé n’est pas complète. Copiez-la de nouveau, de « care_ » au dernier caractère.',
    inactive:
      'Cette clé n’est pas active. Elle a été remplacée ou révoquée, ou appartient à un autre service.',
    staleForm: 'Ce formulaire ne vient pas de cette page. Choisissez de nouveau.',
    gateway: 'Une clé de passerelle ne peut pas servir ici. Utilisez une clé à vous, ou la clé d’essai.',
    admin:
      'Une clé d’administrateur ne peut pas servir ici. Utilisez une clé de production, ou la clé d’essai.',
    tooMany: (seconds) =>
      `Trop de mauvaises clés viennent de votre adresse. Réessayez dans ${seconds} secondes.`,
  },
  errors: {
    title: 'Connexion impossible',
    startAgain: 'Recommencez à partir du programme qui vous a envoyé ici.',
    invalid_client:
      'Care Atlas ne connaît pas le programme qui vous a envoyé ici. Supprimez-y la connexion, puis ajoutez-la de nouveau.',
    invalid_redirect_uri:
      'Le programme qui vous a envoyé ici demande une réponse à une adresse qu’il n’a pas inscrite. Care Atlas n’y envoie rien.',
    temporarily_unavailable: 'Care Atlas est temporairement indisponible. Réessayez dans une minute.',
    server_error:
      'Une erreur s’est produite de notre côté. Recommencez à partir du programme qui vous a envoyé ici.',
    details: (details) => html`Pour les développeurs du programme : ${details}.`,
    tooMany: 'Trop de demandes viennent de votre adresse',
    wait: (seconds) => `Attendez ${seconds} secondes, puis rechargez cette page.`,
    ended: 'Cette connexion a pris fin',
    endedWhy: (minutes) =>
      `Elle est déjà terminée, ou elle a pris plus de ${minutes} minutes. Recommencez à partir du programme qui vous a envoyé ici.`,
    cookies:
      'Si cela arrive tout de suite, votre navigateur refuse le témoin dont cette page a besoin jusqu’à votre réponse.',
  },
};
