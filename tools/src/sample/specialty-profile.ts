/** What the sample needs to know of a specialty. The numbers are plausible, not measured. */
export interface SpecialtyProfile {
  /** Weight among all specialists. */
  readonly share: number;
  /** The usual shortest and longest wait for a first appointment, in weeks. */
  readonly weeks: readonly [low: number, high: number];
  /** The specialty it is entered through. */
  readonly parent?: string;
  /** Practised in hospitals only, not in offices. */
  readonly hospital?: true;
  /** How a clinic would call itself, where not by the specialty's own name. */
  readonly sign?: string;
}

const INTERNAL = 'Internal Medicine';
const SURGERY = 'General Surgery';
const CHILDREN = 'Pediatrics';
const WOMEN = 'Obstetrics and Gynecology';
const MIND = 'Psychiatry';
const IMAGING = 'Diagnostic Radiology';

export const FAMILY_MEDICINE = 'Family Medicine';

/** Every specialty but Family Medicine, by its normalized name. */
export const SPECIALTY_PROFILES: Readonly<Record<string, SpecialtyProfile>> = {
  'Adolescent Medicine': { share: 0.4, weeks: [4, 20], parent: CHILDREN, sign: 'Adolescent Health' },
  'Anatomical Pathology': { share: 2, weeks: [1, 4], hospital: true },
  Anesthesiology: { share: 6.5, weeks: [1, 8], hospital: true },
  'Cardiac Surgery': { share: 0.5, weeks: [2, 12], hospital: true },
  Cardiology: { share: 5, weeks: [2, 20], parent: INTERNAL, sign: 'Heart' },
  'Child and Adolescent Psychiatry': {
    share: 1.5,
    weeks: [10, 50],
    parent: MIND,
    sign: 'Youth Mental Health',
  },
  'Clinical Immunology and Allergy': { share: 1.2, weeks: [6, 36], parent: INTERNAL, sign: 'Allergy' },
  'Clinical Pharmacology and Toxicology': { share: 0.15, weeks: [2, 12], parent: INTERNAL, hospital: true },
  'Colorectal Surgery': { share: 0.5, weeks: [4, 26], parent: SURGERY },
  'Critical Care Medicine': { share: 1.2, weeks: [1, 4], parent: INTERNAL, hospital: true },
  Dermatology: { share: 2.4, weeks: [8, 52], sign: 'Skin' },
  'Developmental Pediatrics': { share: 0.5, weeks: [16, 60], parent: CHILDREN, sign: 'Child Development' },
  'Diagnostic Radiology': { share: 5.5, weeks: [1, 14], hospital: true },
  'Emergency Medicine': { share: 3.5, weeks: [1, 2], hospital: true },
  'Endocrinology and Metabolism': { share: 2.2, weeks: [6, 36], parent: INTERNAL, sign: 'Endocrine' },
  'Forensic Pathology': { share: 0.1, weeks: [1, 6], parent: 'Anatomical Pathology', hospital: true },
  'Forensic Psychiatry': { share: 0.4, weeks: [4, 30], parent: MIND, hospital: true },
  Gastroenterology: { share: 3, weeks: [6, 40], parent: INTERNAL, sign: 'Digestive Health' },
  'General Internal Medicine': { share: 3, weeks: [2, 16], parent: INTERNAL },
  'General Pathology': { share: 0.4, weeks: [1, 4], hospital: true },
  'General Surgery': { share: 4, weeks: [3, 24] },
  'General Surgical Oncology': { share: 0.4, weeks: [1, 6], parent: SURGERY, hospital: true },
  'Geriatric Medicine': { share: 1.2, weeks: [6, 32], parent: INTERNAL, sign: 'Senior Care' },
  'Geriatric Psychiatry': { share: 0.7, weeks: [6, 36], parent: MIND, sign: 'Senior Mental Health' },
  'Gynecologic Oncology': { share: 0.35, weeks: [1, 5], parent: WOMEN, hospital: true },
  'Gynecologic Reproductive Endocrinology and Infertility': {
    share: 0.6,
    weeks: [4, 24],
    parent: WOMEN,
    sign: 'Fertility',
  },
  'Hematological Pathology': { share: 0.4, weeks: [1, 4], hospital: true },
  Hematology: { share: 1.4, weeks: [2, 20], parent: INTERNAL },
  'Infectious Diseases': { share: 1.1, weeks: [2, 14], parent: INTERNAL },
  'Internal Medicine': { share: 7, weeks: [2, 18] },
  'Interventional Radiology': { share: 0.5, weeks: [1, 10], parent: IMAGING, hospital: true },
  'Maternal-Fetal Medicine': { share: 0.5, weeks: [1, 5], parent: WOMEN, hospital: true },
  'Medical Biochemistry': { share: 0.2, weeks: [1, 6], hospital: true },
  'Medical Genetics and Genomics': { share: 0.4, weeks: [12, 60], hospital: true },
  'Medical Microbiology': { share: 0.4, weeks: [1, 4], hospital: true },
  'Medical Oncology': { share: 1.7, weeks: [1, 5], parent: INTERNAL, hospital: true },
  'Neonatal-Perinatal Medicine': { share: 0.7, weeks: [1, 3], parent: CHILDREN, hospital: true },
  Nephrology: { share: 1.8, weeks: [4, 26], parent: INTERNAL, sign: 'Kidney' },
  Neurology: { share: 2.8, weeks: [8, 44] },
  Neuropathology: { share: 0.1, weeks: [1, 4], hospital: true },
  Neuroradiology: { share: 0.5, weeks: [1, 12], parent: IMAGING, hospital: true },
  Neurosurgery: { share: 0.6, weeks: [6, 40], hospital: true },
  'Nuclear Medicine': { share: 0.5, weeks: [1, 10], hospital: true },
  'Obstetrics and Gynecology': { share: 5.2, weeks: [3, 24], sign: "Women's Health" },
  'Occupational Medicine': { share: 0.3, weeks: [3, 20], parent: INTERNAL },
  Ophthalmology: { share: 3.2, weeks: [6, 40], sign: 'Eye' },
  'Orthopedic Surgery': { share: 3.2, weeks: [8, 52], sign: 'Orthopedic' },
  'Otolaryngology - Head and Neck Surgery': { share: 1.8, weeks: [6, 36], sign: 'ENT' },
  'Pain Medicine': { share: 0.8, weeks: [8, 52], parent: 'Anesthesiology', sign: 'Pain' },
  'Palliative Medicine': { share: 0.7, weeks: [1, 3], parent: INTERNAL },
  'Pediatric Emergency Medicine': { share: 0.6, weeks: [1, 2], parent: CHILDREN, hospital: true },
  'Pediatric Hematology/Oncology': { share: 0.4, weeks: [1, 4], parent: CHILDREN, hospital: true },
  'Pediatric Radiology': { share: 0.3, weeks: [1, 10], parent: IMAGING, hospital: true },
  'Pediatric Surgery': { share: 0.25, weeks: [3, 20], parent: SURGERY, hospital: true },
  Pediatrics: { share: 8, weeks: [2, 20], sign: 'Children’s Health' },
  'Physical Medicine and Rehabilitation': { share: 1.2, weeks: [6, 36], sign: 'Rehabilitation' },
  'Plastic Surgery': { share: 1.6, weeks: [6, 44] },
  Psychiatry: { share: 10, weeks: [8, 48], sign: 'Mental Health' },
  'Public Health and Preventive Medicine': { share: 0.8, weeks: [2, 12], sign: 'Preventive Health' },
  'Radiation Oncology': { share: 1.1, weeks: [1, 4], hospital: true },
  Respirology: { share: 2.1, weeks: [4, 28], parent: INTERNAL, sign: 'Lung' },
  Rheumatology: { share: 1.6, weeks: [8, 44], parent: INTERNAL, sign: 'Arthritis' },
  'Thoracic Surgery': { share: 0.4, weeks: [2, 10], parent: SURGERY, hospital: true },
  Urology: { share: 1.9, weeks: [4, 32] },
  'Vascular Surgery': { share: 0.6, weeks: [3, 24] },
};

/** The profile of a specialty; throws for Family Medicine and for unknown names. */
export function profileOf(specialty: string): SpecialtyProfile {
  const profile = SPECIALTY_PROFILES[specialty];
  if (!profile) throw new Error(`No profile for the specialty "${specialty}".`);
  return profile;
}
