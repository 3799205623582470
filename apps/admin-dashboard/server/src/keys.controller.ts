import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { CreatedKey, KeyList, ListedKey } from '../../contract/key.js';
import { GatewaySecretBody, KeyParameters, LabelBody, RevocationBody } from './body.js';
import { KeyDesk } from './key-desk.js';
import type { AdministratorRequest } from './visitor.js';

@Controller('api/keys')
export class KeysController {
  constructor(private readonly desk: KeyDesk) {}

  @Get()
  list(@Query() parameters: KeyParameters): Promise<KeyList> {
    return this.desk.list(parameters);
  }

  @Post()
  create(@Req() request: AdministratorRequest, @Body() { label }: LabelBody): Promise<CreatedKey> {
    return this.desk.create(request, label);
  }

  @Post('gateway-secrets')
  register(@Req() request: AdministratorRequest, @Body() secret: GatewaySecretBody): Promise<ListedKey> {
    return this.desk.register(request, secret);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  revoke(
    @Req() request: AdministratorRequest,
    @Param('id') id: string,
    @Body() { reason }: RevocationBody,
  ): Promise<ListedKey> {
    return this.desk.revoke(request, id, reason);
  }

  @Post(':id/label')
  @HttpCode(200)
  relabel(
    @Req() request: AdministratorRequest,
    @Param('id') id: string,
    @Body() { label }: LabelBody,
  ): Promise<ListedKey> {
    return this.desk.relabel(request, id, label);
  }
}
