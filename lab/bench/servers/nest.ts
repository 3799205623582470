import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

// The fastest possible server on the product's framework: constant bytes, without guards, and the request is not read.
// node nest.js BYTES, with PORT
const body = Buffer.alloc(Number(process.argv[2]), 'a');

@Controller('api/v1/doctors')
class ConstantController {
  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  constant(): Buffer {
    return body;
  }
}

@Module({ controllers: [ConstantController] })
class ConstantModule {}

const app = await NestFactory.create(ConstantModule, new FastifyAdapter({ skipMiddie: true }), {
  logger: false,
});
await app.listen(Number(process.env['PORT']), '127.0.0.1');
process.send?.('ready');
process.once('disconnect', () => process.exit());
