import type { ClinicDetail } from '@care-atlas/domain/contract';
import type { DayName } from '@care-atlas/domain/records';
import { Html, html } from '../pages/html.js';
import type { ClinicFacts, DoctorFacts } from './record-data.js';

const DAYS: Readonly<Record<DayName, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** Returns a doctor for programs that read pages, in the words of schema.org. @param address that of the page */
export function doctorData(
  { doctor, places }: DoctorFacts,
  address: string,
  clinicAddress: (id: string) => string,
) {
  const [primary] = places;
  const { name, cpsoNumber, specialties, languages, expiredAt } = doctor;
  return structured({
    '@type': 'Physician',
    '@id': address,
    url: address,
    name,
    identifier: cpsoNumber,
    ...(specialties.length > 0 && { medicalSpecialty: specialties }),
    ...(languages.length > 0 && { knowsLanguage: languages }),
    // Nobody is seen after the end of a registration.
    ...(expiredAt === null &&
      primary && {
        ...acceptance(primary.clinic),
        ...contact(primary.clinic),
        memberOf: places.map(({ clinic }) => ({
          '@type': 'MedicalClinic',
          '@id': clinicAddress(clinic.id),
          name: clinic.name,
        })),
      }),
  });
}

/** Returns a clinic for programs that read pages, in the words of schema.org. @param address that of the page */
export function clinicData({ clinic }: ClinicFacts, address: string) {
  const { name, website, openingHours } = clinic;
  return structured({
    '@type': 'MedicalClinic',
    '@id': address,
    url: website || address,
    name,
    ...acceptance(clinic),
    ...contact(clinic),
    ...(openingHours && {
      openingHoursSpecification: openingHours.flatMap(({ day, opens, closes, closesNextDay }) =>
        closes === null
          ? []
          : [
              {
                '@type': 'OpeningHoursSpecification',
                dayOfWeek: DAYS[day],
                opens,
                // An end before the beginning is one of the next day.
                closes: closesNextDay ?? closes.replace('24:00', '23:59'),
              },
            ],
      ),
    }),
  });
}

/** Whether new patients are accepted, only where that is known. */
function acceptance({ availability }: ClinicDetail) {
  const answer = availability?.accepting.answer ?? 'unknown';
  return answer !== 'unknown' && { isAcceptingNewPatients: answer === 'yes' };
}

function contact({ phone, address, lat, lng }: ClinicDetail) {
  return {
    address,
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
    ...(phone !== '' && { telephone: phone }),
  };
}

/** Renders data as JSON-LD that no value of it can leave. */
function structured(data: object): Html {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">${new Html(json)}</script>`;
}
