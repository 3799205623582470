import 'reflect-metadata';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

// Answers with constant text, from a Nest controller on Fastify.
// node nest.js BYTES, with PORT
const body = 'a'.repeat(Number(process.argv[2]));

@Controller('api/v1/doctors')
class ConstantController {
  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  answer(): string {
    return body;
  }
}

@Module({ controllers: [ConstantController] })
class ConstantModule {}

const app = await NestFactory.create<NestFastifyApplication>(ConstantModule, new FastifyAdapter(), {
  logger: false,
});
await app.listen(Number(process.env['PORT']), '127.0.0.1');
process.send?.('ready');
process.once('disconnect', () => process.exit());
