import type { ReviewDimension } from '@care-atlas/domain/records';
import type { Tone } from './review-sentences.js';

export type SubjectKind = 'doctor' | 'clinic';
type Stars = 1 | 2 | 3 | 4 | 5;

/** First sentences, by subject and stars. `{since}` stands for how long the reviewer has come. */
export const OPENINGS: Readonly<Record<SubjectKind, Readonly<Record<Stars, readonly string[]>>>> = {
  doctor: {
    5: [
      'I have been a patient for {since} and would not change.',
      'One of the most caring doctors I have met.',
      'A kind, attentive doctor.',
      'My whole family comes here.',
      'I wish I had found this doctor {since} ago.',
      'We moved across the city and still make the trip after {since}.',
      'Professional, patient and respectful.',
      'I came on a friend’s advice and I am glad I did.',
      'Hard to find a doctor who takes this much time.',
      'After {since} I still feel like more than a number.',
    ],
    4: [
      'A good doctor overall.',
      'Very pleased after {since} as a patient.',
      'Pleasant and professional.',
      'I am happy with this doctor, with small reservations.',
      'Good experience on the whole.',
      'A solid choice if you live nearby.',
      'I have been coming for {since} and have little to complain about.',
      'Friendly doctor who knows what matters to patients.',
    ],
    3: [
      'An average experience.',
      'Mixed feelings after {since} here.',
      'Not bad, not great.',
      'The doctor is nice, but there is room to improve.',
      'It depends on the day.',
      'I have had better and worse visits.',
      'Decent, but I expected a little more.',
    ],
    2: [
      'I was disappointed with my visit.',
      'Not what I had hoped for.',
      'After {since} I am thinking of looking elsewhere.',
      'My last few visits were not good.',
      'I wanted to like this doctor, but it was not a good fit.',
      'Below what I have come to expect.',
    ],
    1: [
      'I will not be coming back.',
      'A frustrating experience from start to finish.',
      'After {since} I have asked to have my file moved.',
      'I left feeling that my time was not respected.',
      'Very disappointed.',
      'I expected much better.',
      'This was my first and last visit.',
    ],
  },
  clinic: {
    5: [
      'Best clinic in the neighbourhood.',
      'We have been coming to this clinic for {since} and love it.',
      'A clinic that runs the way it should.',
      'I recommend this place to everyone on my street.',
      'Such a well organized clinic.',
      'Finally a clinic close to home that works.',
      'My parents feel welcome here.',
      'After {since} this clinic still gets it right.',
      'A lovely place from the moment you walk in.',
    ],
    4: [
      'A good clinic overall.',
      'Reliable place, we have used it for {since}.',
      'Good experience on the whole.',
      'Nice clinic with a few small things to improve.',
      'Well run and close to transit.',
      'I would come here again.',
      'Better than most clinics I have been to.',
    ],
    3: [
      'The clinic is all right.',
      'Average place.',
      'Some things work well here and some do not.',
      'It does the job.',
      'I have been coming for {since}, and it has its ups and downs.',
      'Okay for simple things.',
      'Not the best clinic around, not the worst.',
    ],
    2: [
      'This clinic used to be better.',
      'Disappointing compared to other places.',
      'I had higher hopes for this clinic.',
      'The clinic needs to get organized.',
      'After {since} I have started looking for another clinic.',
      'Not impressed.',
    ],
    1: [
      'I would not choose this clinic again.',
      'Poorly organized.',
      'A very frustrating place to be a patient.',
      'We will go somewhere else from now on.',
      'After {since} we have had enough.',
      'My worst experience at a clinic so far.',
      'Save yourself the trip.',
    ],
  },
};

export const SINCE = [
  'half a year',
  'a year',
  'almost two years',
  'two years',
  'three years',
  'four years',
  'five years',
];

/** Last sentences. */
export const CLOSINGS: Readonly<Record<Tone, readonly string[]>> = {
  good: [
    'Highly recommended.',
    'Thank you to the whole team.',
    'I would recommend it to friends and family.',
    'Ten out of ten.',
    'I am grateful we found this place.',
    'Worth the drive from the other end of the city.',
    'Will be back.',
    'Keep it up!',
    'I have already sent two neighbours here.',
    'Could not ask for more.',
  ],
  mixed: [
    'I will give it another try.',
    'We will see how the next visit goes.',
    'Fine if you are patient.',
    'I will stay for now.',
    'It could be better with a little effort.',
    'Your experience may be different.',
    'Overall it is okay.',
    'No strong feelings either way.',
  ],
  poor: [
    'I hope they read these reviews.',
    'I expected better.',
    'There are other options nearby.',
    'I would think twice before booking.',
    'It is a shame, because the location is perfect.',
    'Please do something about it.',
    'I am looking for another place now.',
    'I cannot recommend it.',
  ],
};

/** The whole text of those who write little, by stars. */
export const SHORT_TEXTS: Readonly<Record<Stars, readonly string[]>> = {
  5: [
    'Great!',
    'Excellent.',
    'Wonderful experience.',
    'The best.',
    'Very happy.',
    'Five stars.',
    'Amazing, thank you!',
  ],
  4: ['Good.', 'Pretty good.', 'Very decent.', 'Happy overall.', 'Nice people.', 'Good visit.'],
  3: ['Okay.', 'It was fine.', 'Average.', 'So-so.', 'Nothing special.'],
  2: ['Not great.', 'Disappointing.', 'Could be better.', 'Meh.'],
  1: ['Not good.', 'Never again.', 'Very disappointing.', 'Avoid if you are in a hurry.'],
};

/** What reviewers write about most. */
export const TALKED_ABOUT: Readonly<Record<ReviewDimension, number>> = {
  wait_time: 24,
  staff: 22,
  communication: 20,
  thoroughness: 14,
  booking: 12,
  facility: 8,
};
