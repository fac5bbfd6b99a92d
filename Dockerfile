FROM node:22-alpine AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --silent --pack-destination /tmp && mv /tmp/octospec-*.tgz /tmp/octospec.tgz

FROM node:22-alpine
RUN --mount=type=bind,from=build,source=/tmp/octospec.tgz,target=/tmp/octospec.tgz \
    npm install --global --no-audit --no-fund --omit=dev /tmp/octospec.tgz && npm cache clean --force
# The profile is read here, and the report written.
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["octospec"]
CMD ["--help"]
