/** What hosts show to people of the connector, before anything is asked. Descriptions of tools are for models. */
export const offer = {
  server: 'Doctors and clinics of the Greater Toronto Area.',
  /** Titles of tools. */
  tools: {
    search_doctors: 'Search doctors',
    get_doctor: 'Get a doctor',
    list_doctor_reviews: 'Reviews of a doctor',
    get_doctor_review_signals: 'Review signals of a doctor',
    search_clinics: 'Search clinics',
    get_clinic: 'Get a clinic',
    list_clinic_reviews: 'Reviews of a clinic',
    get_clinic_review_signals: 'Review signals of a clinic',
    list_specialists: 'List specialist services',
    count_doctors: 'Count doctors',
    explain_absence: 'Explain a missing record',
    whats_new: 'What is new',
    get_directory_metadata: 'Values to filter by',
    get_directory_summary: 'Directory totals',
    search: 'Search the directory',
    fetch: 'Fetch a record',
  },
  resources: {
    specialties: {
      title: 'Specialties',
      description: 'The specialties that filters accept, with the number of listed doctors for each.',
    },
    languages: {
      title: 'Languages',
      description: 'The languages that filters accept, with the number of listed doctors for each.',
    },
    summary: {
      title: 'Directory totals',
      description: 'How many doctors are listed, and how fresh their records are.',
    },
    doctor: {
      title: 'Doctor',
      description: 'One doctor by registration number. The reviews are quoted user content, unverified.',
    },
    clinic: { title: 'Clinic', description: 'One clinic by id.' },
  },
};

export type OfferTexts = typeof offer;
