// The order of a study: the same for the same seed and participant code. The generator is xoshiro256** seeded by
// SplitMix64, as MotionNumerics has it, so that a script can make the order again.
const WORD = (1n << 64n) - 1n;

class StudyRandom {
  constructor(seed) {
    let state = BigInt(seed) & WORD;
    this.s = Array.from({ length: 4 }, () => {
      state = (state + 0x9e3779b97f4a7c15n) & WORD;
      let mixed = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
      mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & WORD;
      return mixed ^ (mixed >> 31n);
    });
  }
  next() {
    const { s } = this, turned = (value, by) => ((value << by) | (value >> (64n - by))) & WORD;
    const result = (turned((s[1] * 5n) & WORD, 7n) * 9n) & WORD, shifted = (s[1] << 17n) & WORD;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = turned(s[3], 45n);
    return result;
  }
  // An integer from 0 to bound − 1, all equally likely.
  below(bound) {
    const width = BigInt(bound), rejected = (1n << 64n) % width;
    let product = this.next() * width;
    while ((product & WORD) < rejected) product = this.next() * width;
    return Number(product >> 64n);
  }
}

// The seed of a participant: FNV-1a, 64 bits, of the UTF-8 of SEED/CODE.
function participantSeed(seed, participant) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${seed}/${participant}`)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & WORD;
  }
  return hash;
}

// Fisher and Yates, from the last place to the second.
function shuffled(list, random) {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

// What a participant goes through: introductions of tasks, trials, and breaks.
function timelineOf(plan, participant) {
  const random = new StudyRandom(participantSeed(plan.seed, participant));
  const arranged = (list) => plan.order === 'random' ? shuffled(list, random) : [...list];
  return arranged(plan.tasks).flatMap((task, place) => {
    const drawn = arranged(task.conditions);
    const practice = Array.from({ length: task.practice }, (_, i) => drawn[i % drawn.length]);
    const counted = arranged(Array.from({ length: task.repeats }, () => task.conditions).flat());
    const steps = [...practice, ...counted].flatMap((condition, i) => {
      const number = i + 1, done = i - practice.length;
      const trial = { step: 'trial', task, condition, number, practice: i < practice.length,
        name: `${task.name}-${String(number).padStart(3, '0')}` };
      return plan.breakEvery && done > 0 && done % plan.breakEvery === 0 ? [{ step: 'break' }, trial] : [trial];
    });
    return [...(place ? [{ step: 'break' }] : []), { step: 'task', task }, ...steps];
  });
}
