import { Controller } from '@nestjs/common';
import {
  type Administrator,
  AdministratorRepository,
  changeRole,
  createAdministrator,
  disableAdministrator,
  LastAdministratorError,
  resetAdministrator,
} from '@care-atlas/data/administration';
import { NewPerson, PersonRole } from '#contract/people/people';
import { Dependencies } from '../dependencies.js';
import { DashboardError, invalidField } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint, type SessionRequest } from '../http/endpoint.js';
import { hasSecondFactor, secondFactorsOf } from '../sign-in/second-factors.js';

/** Invites people, and changes what they may do. */
@Controller()
export class PeopleController {
  readonly #people: AdministratorRepository;

  constructor(private readonly dependencies: Dependencies) {
    this.#people = new AdministratorRepository(dependencies.database);
  }

  @Endpoint('listPeople')
  async list({ request }: Call<'listPeople'>): Promise<Answer<'listPeople'>> {
    const people = await this.#people.list();
    return { people: await Promise.all(people.map((person) => this.#shown(person, request))) };
  }

  @Endpoint('invitePerson', NewPerson)
  async invite({ request, body: { name, role } }: Call<'invitePerson'>): Promise<Answer<'invitePerson'>> {
    const password = await createAdministrator(
      this.dependencies.database,
      name,
      this.#command(request),
      role,
    );
    if (password !== undefined) return { password };
    throw invalidField('name', { code: 'name_taken' });
  }

  @Endpoint('resetPerson')
  async reset({ request, params: { name } }: Call<'resetPerson'>): Promise<Answer<'resetPerson'>> {
    const person = await this.#people.byName(name);
    if (!person) throw unknownPerson();
    // It would end this session, and the new password would be lost with the page.
    if (person.id === request.liveSession.administratorId) {
      throw invalidField('name', { code: 'own_password' });
    }
    const password = await resetAdministrator(
      this.dependencies.database,
      person.name,
      this.#command(request),
    );
    if (password === undefined) throw unknownPerson();
    return { password };
  }

  @Endpoint('changeRole', PersonRole)
  async changeRole({ request, params, body }: Call<'changeRole'>): Promise<Answer<'changeRole'>> {
    const { database, clock } = this.dependencies;
    const { name: actor } = request.liveSession;
    await keepingOne('role', () => changeRole(database, params.name, body.role, clock(), actor));
    return this.#one(params.name, request);
  }

  @Endpoint('disablePerson')
  async disable({ request, params }: Call<'disablePerson'>): Promise<Answer<'disablePerson'>> {
    const { database, clock } = this.dependencies;
    const { name: actor } = request.liveSession;
    const disable = () => disableAdministrator(database, params.name, clock(), actor, { keepsOne: true });
    await keepingOne('name', disable);
    return this.#one(params.name, request);
  }

  #command({ liveSession }: SessionRequest) {
    const { clock, randomBytes } = this.dependencies;
    return { now: clock(), randomBytes, actor: liveSession.name };
  }

  async #one(name: string, request: SessionRequest): Promise<Answer<'changeRole'>> {
    const person = await this.#people.byName(name);
    if (!person) throw unknownPerson();
    return this.#shown(person, request);
  }

  async #shown(person: Administrator, { liveSession }: SessionRequest): Promise<Answer<'changeRole'>> {
    const { id, name, role, createdAt, disabledAt, passwordExpiresAt, oidcAccount } = person;
    return {
      name,
      role,
      createdAt,
      disabledAt,
      passwordExpiresAt,
      hasSecondFactor: hasSecondFactor(await secondFactorsOf(this.dependencies.database, id)),
      hasOidcAccount: oidcAccount !== null,
      isYou: id === liveSession.administratorId,
    };
  }
}

/** @throws DirectoryError `not_found` without such a person; `missing_param` for the last administrator */
async function keepingOne(param: string, change: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await change())) throw unknownPerson();
  } catch (error) {
    if (!(error instanceof LastAdministratorError)) throw error;
    throw invalidField(param, { code: 'last_administrator' });
  }
}

function unknownPerson(): DashboardError {
  return new DashboardError('not_found', { code: 'no_person' });
}
