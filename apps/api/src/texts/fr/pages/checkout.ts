import { html } from '@care-atlas/server/pages';
import type { CheckoutTexts } from '../../en/pages/checkout.js';

const day = new Intl.DateTimeFormat('fr-CA', { dateStyle: 'long', timeZone: 'UTC' });
const amount = new Intl.NumberFormat('fr-CA', {
  minimumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

export const checkout: CheckoutTexts = {
  price: (units, currency) =>
    `${amount.format(units)}\u00a0${currency === 'cad' ? '$\u00a0CA' : currency.toUpperCase()}`,
  day: (date) => day.format(date),
  testNote: html`<strong>Ceci est un essai.</strong> Aucun argent ne change de mains ici.`,
  unclaimed: 'Vous avez une clé qui n’a pas encore été affichée.',
  showKey: (paidOn) => `Afficher la clé payée le ${paidOn}`,
  refund: (days) => `Vous pouvez vous faire rembourser dans les ${days} jours.`,
  description: (price) => `Une clé d’API de Care Atlas : ${price}, payée une seule fois.`,
  envLine: 'Une ligne d’un fichier .env',
  request: 'Une demande avec votre clé',
  product: 'Clé d’API de Care Atlas',
  errors: {
    unavailable: ['Temporairement indisponible', 'Le service est temporairement indisponible : réessayez.'],
    rate_limited: ['Trop de demandes', 'Trop de demandes : attendez une minute.'],
    forbidden: ['Formulaire refusé', 'Ce formulaire doit être envoyé depuis sa propre page.'],
    not_found: [
      'Introuvable',
      'Ce paiement d’essai n’existe pas. Les paiements d’essai prennent fin quand le service redémarre.',
    ],
    missing_param: ['Une erreur s’est produite', 'Cette page n’envoie pas de telles demandes.'],
    too_large: ['Une erreur s’est produite', 'La demande dépasse la taille que le service accepte.'],
    internal: [
      'Une erreur s’est produite',
      'Une erreur s’est produite de notre côté. Si vous la signalez, mentionnez la demande ci-dessous.',
    ],
  },
  test: {
    title: 'Paiement d’essai',
    note: html`<strong>Aucun argent ne change de mains.</strong> Cette page remplace la page de paiement de Stripe, parce que
      cette installation n’a pas de compte Stripe.`,
    order: (product) => `${product} :`,
    declined: 'La carte a été refusée. Rien n’a été payé.',
    paid: 'Ce paiement d’essai est payé.',
    reversed: 'Ce paiement d’essai est remboursé.',
    pay: 'Payer',
    decline: 'Payer avec une carte refusée',
    cancel: 'Annuler',
    refund: 'Rembourser',
    back: 'Retour à l’achat',
  },
};
