# The web application in a container: a static program and nothing else.
#   cargo xtask dist binary && docker build -t quadrille . && docker run --rm -p 8610:8610 -v games:/data quadrille
# It prints a link with a code; read SECURITY.md before you let others reach it.
FROM scratch
COPY target/dist/quadrille /quadrille
ENV QUADRILLE_DATA=/data
VOLUME /data
EXPOSE 8610
ENTRYPOINT ["/quadrille"]
CMD ["serve", "--public"]
