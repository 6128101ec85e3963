// What was recorded, in the browser's own database: parts of the trial in progress, finished trials, and how far each
// participant is. A reload or a closed tab finds all of it again.
const answerOf = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
const completionOf = (transaction) => new Promise((done, failed) => {
  transaction.oncomplete = () => done();
  transaction.onabort = transaction.onerror = () => failed(transaction.error);
});

class StudyStore {
  // Opens the database of a plan; another plan has another.
  static async open(id) {
    const request = indexedDB.open(`nextpoint-study-${id}`, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('runs', { keyPath: 'run', autoIncrement: true });
      request.result.createObjectStore('trials', { keyPath: ['run', 'number'] });
      request.result.createObjectStore('parts', { keyPath: ['run', 'number'] });
    };
    const store = new StudyStore();
    store.database = await answerOf(request);
    return store;
  }
  within(names, mode = 'readonly') {
    const transaction = this.database.transaction(names, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
    return { transaction, stores: names.map((name) => transaction.objectStore(name)) };
  }
  async all(name, run) {
    const { stores: [store] } = this.within([name]);
    return answerOf(run === undefined ? store.getAll() : store.getAll(IDBKeyRange.bound([run, -Infinity], [run, Infinity])));
  }
  runs() { return this.all('runs'); }
  trials(run) { return this.all('trials', run); }
  parts(run) { return this.all('parts', run); }

  async begin(run) {
    const { transaction, stores: [runs] } = this.within(['runs'], 'readwrite');
    const completion = completionOf(transaction);
    const key = await answerOf(runs.add(run));
    await completion;
    return { ...run, run: key };
  }
  // More of the trial in progress: committed at once, so that a tab may close right after.
  async addPart(part) {
    const transaction = this.database.transaction(['parts'], 'readwrite', { durability: 'relaxed' });
    transaction.objectStore('parts').put(part);
    transaction.commit?.();
    await completionOf(transaction);
  }
  // A trial that was sent or refused, unless it was deleted in the meantime.
  async mark(trial) {
    const { transaction, stores: [trials] } = this.within(['trials'], 'readwrite');
    const completion = completionOf(transaction);
    if (await answerOf(trials.getKey([trial.run, trial.number]))) trials.put(trial);
    await completion;
  }
  // A finished trial comes in, its parts go, and the participant is further: all of it or nothing.
  async finish(run, trial) {
    const { transaction, stores: [runs, trials, parts] } = this.within(['runs', 'trials', 'parts'], 'readwrite');
    if (trial) trials.put(trial);
    parts.delete(IDBKeyRange.bound([run.run, -Infinity], [run.run, Infinity]));
    runs.put(run);
    await completionOf(transaction);
  }
  async remove(run) {
    const { transaction, stores: [runs, trials, parts] } = this.within(['runs', 'trials', 'parts'], 'readwrite');
    for (const store of [trials, parts]) store.delete(IDBKeyRange.bound([run, -Infinity], [run, Infinity]));
    runs.delete(run);
    await completionOf(transaction);
  }
}
