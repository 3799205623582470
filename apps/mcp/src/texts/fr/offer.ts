import type { OfferTexts } from '../en/offer.js';

export const offer: OfferTexts = {
  server: 'Médecins et cliniques du Grand Toronto.',
  tools: {
    search_doctors: 'Chercher des médecins',
    get_doctor: 'Voir un médecin',
    list_doctor_reviews: 'Avis sur un médecin',
    get_doctor_review_signals: 'Signaux des avis sur un médecin',
    search_clinics: 'Chercher des cliniques',
    get_clinic: 'Voir une clinique',
    list_clinic_reviews: 'Avis sur une clinique',
    get_clinic_review_signals: 'Signaux des avis sur une clinique',
    list_specialists: 'Services de spécialistes',
    count_doctors: 'Compter les médecins',
    explain_absence: 'Expliquer une fiche absente',
    whats_new: 'Nouveautés',
    get_directory_metadata: 'Valeurs des filtres',
    get_directory_summary: 'Totaux du répertoire',
    search: 'Chercher dans le répertoire',
    fetch: 'Voir une fiche',
  },
  resources: {
    specialties: {
      title: 'Spécialités',
      description: 'Les spécialités que les filtres acceptent, avec le nombre de médecins de chacune.',
    },
    languages: {
      title: 'Langues',
      description: 'Les langues que les filtres acceptent, avec le nombre de médecins de chacune.',
    },
    summary: {
      title: 'Totaux du répertoire',
      description: 'Combien de médecins sont inscrits, et la fraîcheur de leurs fiches.',
    },
    doctor: {
      title: 'Médecin',
      description:
        'Un médecin, par son numéro d’inscription. Les avis cités viennent du public et ne sont pas vérifiés.',
    },
    clinic: { title: 'Clinique', description: 'Une clinique, par son identifiant.' },
  },
};
