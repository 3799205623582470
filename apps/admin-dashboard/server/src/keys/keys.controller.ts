import { Controller } from '@nestjs/common';
import { type CreatedKey, GatewaySecret, KeyLabel, type KeyList, KeyQuery } from '#contract/keys';
import { KeyRevocation, type ListedKey } from '#contract/keys';
import { type Call, Endpoint } from '../http/endpoint.js';
import { KeyService } from './key.service.js';

@Controller()
export class KeysController {
  constructor(private readonly keys: KeyService) {}

  @Endpoint('listKeys', KeyQuery)
  list({ query }: Call<'listKeys'>): Promise<KeyList> {
    return this.keys.list(query);
  }

  @Endpoint('createKey', KeyLabel)
  create({ request, body }: Call<'createKey'>): Promise<CreatedKey> {
    return this.keys.create(request, body.label);
  }

  @Endpoint('registerGatewaySecret', GatewaySecret)
  register({ request, body }: Call<'registerGatewaySecret'>): Promise<ListedKey> {
    return this.keys.register(request, body);
  }

  @Endpoint('revokeKey', KeyRevocation)
  revoke({ request, params, body }: Call<'revokeKey'>): Promise<ListedKey> {
    return this.keys.revoke(request, params.id, body.reason);
  }

  @Endpoint('relabelKey', KeyLabel)
  relabel({ request, params, body }: Call<'relabelKey'>): Promise<ListedKey> {
    return this.keys.relabel(request, params.id, body.label);
  }
}
